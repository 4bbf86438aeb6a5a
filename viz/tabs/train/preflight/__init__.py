"""The preflight of a form: run by the command in its own process, shown as a panel."""
