"""Tables, medians, and the aims with their results."""

import statistics

AIMS = []


def median(figures, name):
    return statistics.median(one[name] for one in figures)


def ratio(figures, reference, name):
    """Returns the median of the rounds' ratios. A ratio's sides are measured within seconds."""
    # The reference may have more rounds than a server that runs less often.
    return statistics.median(
        one[name] / other[name] for one, other in zip(figures, reference, strict=False) if other[name]
    )


def table(head, rows):
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    line = lambda row: "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
    print("\n".join([line(head), "|" + "|".join("-" * (w + 2) for w in widths) + "|", *map(line, rows)]), flush=True)


def aim(what, value, limit, unit, reference):
    """Records an aim of the project: `value` should be at most `limit`."""
    verdict = "met" if value <= limit else f"missed by {100 * (value / limit - 1):.0f}%"
    AIMS.append([what, f"{value:,.2f} {unit}".strip(), f"≤ {limit:,.2f} {unit}".strip(), reference, verdict])


def print_aims():
    if AIMS:
        print("\n## Aims\n")
        table(["what", "measured", "aim", "reference in this run", ""], AIMS)
