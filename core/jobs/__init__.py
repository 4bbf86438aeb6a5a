"""Jobs: commands that outlive the page that started them; each has a folder with its state, its events and its log."""
