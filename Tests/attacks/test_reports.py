"""Floods of reports that try to hide or erase other reports to the operator."""

import asyncio
import json

from gomokutest import attack
from gomokutest.checks import same
from gomokutest.client import Client
from gomokutest.commands import order, run

# The number of networks that flood the server, and the number of reports that each tries to send.
NETWORKS, REPORTS = 230, 7


async def report(client, about, text):
    """Sends a report. Returns the type of the answer, or its code."""
    client.send(type="report", room="tea", id=text[:8], participant=about, text=text)
    answer = await client.expect("reported", "error")
    return answer.get("code", answer["type"])


async def test_flood_of_reports_hides_no_genuine_report(tmp_path):
    """After a genuine report 230 networks send as many reports as they may. The operator still sees
    the genuine report, and another one sent after the flood. Both survive a restart."""
    data = str(tmp_path / "data")
    server = await attack.host(data).start()
    try:
        victim = await attack.connect_from("127.1.0.1", server.port, "Victim")
        await victim.join("tea")
        rude = await attack.connect_from("127.1.0.2", server.port, "Rude")
        await rude.join("tea")
        same(await report(victim, rude.id, "genuine report"), "reported", "the answer to a genuine report")

        async def flood(network):
            client = await attack.connect_from(f"127.2.{network // 200}.{network % 200 + 1}", server.port, "Crowd")
            await client.join("tea")
            answers = [await report(client, rude.id, f"{number} flood {'x' * 1_900}") for number in range(REPORTS)]
            client.cut()
            return answers

        answers = []
        for first in range(0, NETWORKS, 10):
            found = await asyncio.gather(*(flood(network) for network in range(first, first + 10)))
            answers += [answer for each in found for answer in each]
        same(set(answers), {"reported", "rate-limited"}, "the answers to the flood")
        witness = await attack.connect_from("127.1.0.3", server.port, "Witness")
        await witness.join("tea")
        same(await report(witness, rude.id, "another report"), "reported", "the answer to a report after the flood")
        for _ in range(2):
            told = [json.loads(line) for line in (await order(data, "reports", "--limit", "512")).splitlines()]
            same(len(told), answers.count("reported") + 2, "the reports that the operator is shown")
            same((told[0]["text"], told[-1]["text"]), ("genuine report", "another report"), "the oldest and the newest")
            same(await server.stop(), 0, "the exit status")
            await server.start()
    finally:
        same(await server.stop(), 0, "the exit status")


async def test_truncated_report_list_says_how_to_see_the_rest(tmp_path):
    """Without --limit the operator sees the newest twenty reports, and a hint how to see the
    others."""
    data = str(tmp_path / "data")
    server = await attack.host(data).start()
    try:
        rude = await Client.connect(server.port, "Rude")
        await rude.join("tea")
        for number in range(25):
            client = await attack.connect_from(f"127.3.0.{number + 1}", server.port, "Guest")
            await client.join("tea")
            same(await report(client, rude.id, f"{number} {'é' * 900}"), "reported", "the answer")
            client.cut()
        status, text, told = await asyncio.to_thread(run, "reports", "--data", data)
        same((status, told), (0, "5 older reports are not shown. Show them with --before 6.\n"), "what is told besides")
        numbers = [json.loads(line)["text"].split()[0] for line in text.splitlines()]
        same(numbers, [str(number) for number in range(5, 25)], "the reports that are shown")
        status, rest, told = await asyncio.to_thread(run, "reports", "--data", data, "--before", "6")
        same((status, told), (0, ""), "what is told besides the last of them")
        same([json.loads(line)["text"].split()[0] for line in rest.splitlines()], list("01234"), "the others")
    finally:
        same(await server.stop(), 0, "the exit status")
