"""The saved page that translates: one HTML file with a model, its vocabulary and a forward pass in JavaScript."""
