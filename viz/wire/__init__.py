"""The one contract between Python and browser: payloads and answers, typed once, made into JSON once."""
