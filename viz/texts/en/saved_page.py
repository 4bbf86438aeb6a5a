"""English: the saved page that carries its model, and what the engine in the browser refuses."""

SAVED_PAGE = {
    "saved_page.about": "saved page with its model: it translates and recomputes here, without server or network",
    "saved_page.opening": "Opening the model …",
    "attention.save.html_model": "With the model, HTML",
    "attention.save.html_model.note": "translates any sentence offline; one file of about {size}",
    "attention.save.html_model.asking": "translates any sentence offline; asking for its size …",
    "attention.live.blank": "Type a sentence first.",
    "attention.live.long": "The sentence has {tokens} tokens; this page translates at most {limit}.",
    "attention.live.search": "The beam must be a whole number from 1 to {limit}, and α a number from 0 to {alpha}.",
    "attention.live.cost": (
        "A beam of {beam} over {tokens} tokens takes too long here; at most {widest} for so many tokens."
    ),
    "attention.live.rank": "This hypothesis does not exist.",
    "attention.live.forgotten": "This translation is no longer kept; translate it again.",
    "attention.live.checkpoint": "This page has one model; open Glassformer to compare it with another.",
    "attention.live.no_search": "These tokens were given, not searched: they do not have a tree.",
}
