"""The one place that holds Tenure's version: the wheel, the command line and every run file read it here."""

VERSION = "0.1.0"
