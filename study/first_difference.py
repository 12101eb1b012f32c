"""A plugin for CrossHair: `crosshair diffbehavior` ends at the first difference instead of searching until its time is up.

CrossHair executes this file; it is not a module of the study. Nothing else about the search changes.
"""


def end_at_first_difference():
    from crosshair import diff_behavior

    make, explore = diff_behavior.BehaviorDiff, diff_behavior.explore_paths
    found = []

    def make_and_note(*args, **named):
        found.append(True)
        return make(*args, **named)

    def explore_until_found(function, signature, options, root, on_path_complete, **named):
        def after_path(*args):
            return on_path_complete(*args) or bool(found)

        if not found:
            explore(function, signature, options, root, after_path, **named)

    diff_behavior.BehaviorDiff = make_and_note
    diff_behavior.explore_paths = explore_until_found


end_at_first_difference()
