# broken: imports a module that does not exist
import my_sort_utils as utils


def is_valid(people_in, people_out):
    return utils.same_elements(people_in, people_out) and utils.sorted_by_age(people_out)
