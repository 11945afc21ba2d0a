"""Walks through a written book in a real Chromium: every page without an error, the search, the stepping, names for
everything that can be used, and no page wider than its window.

    walk.py BOOK SCREENSHOTS [PLAYGROUND]

BOOK is the folder, SCREENSHOTS a folder for pictures, PLAYGROUND the address of `todospec book --serve`.
"""

import pathlib
import shutil
import sys

from playwright.sync_api import sync_playwright

WIDTHS = {"desktop": (1280, 900), "phone": (390, 844)}


def expect(holds, told):
    if not holds:
        raise SystemExit(f"the book is not as it should be: {told}")


def walk(browser, book, shots):
    page = browser.new_page()
    wrong = []
    page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("requestfailed", lambda request: wrong.append(f"failed: {request.url}"))
    page.on("request", lambda request: wrong.append(f"outside: {request.url}") if not request.url.startswith(("file:", "data:")) else None)
    paths = sorted(book.rglob("*.html"))
    expect(len(paths) > 90, f"{len(paths)} pages")
    for path in paths:
        page.goto(path.as_uri())
        expect(not wrong, f"{path.name}: {wrong}")
        expect(page.locator("h1").count() == 1, f"{path.name} has not one heading of the first level")
        nameless = page.evaluate("""() => [...document.querySelectorAll('a, button, input, summary, [role=region]')].filter((it) => {
            const label = it.labels?.[0]?.textContent ?? it.getAttribute('aria-label') ?? it.textContent;
            return !label.trim();
        }).map((it) => it.outerHTML)""")
        expect(not nameless, f"{path.name}: without a name: {nameless[:3]}")
        for width, height in WIDTHS.values():
            page.set_viewport_size({"width": width, "height": height})
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            expect(wide <= 0, f"{path.name} is {wide} pixels wider than a window of {width}")
    search(page, book)
    step(page, book)
    expect(not wrong, wrong)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for name, (width, height) in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            for path in ("index.html", "scenarios/plan/plan-clears-next-turn.html", "matrix.html", "adapter-protocol.html", "scenario-format.html"):
                if (book / path).exists():
                    page.goto((book / path).as_uri())
                    page.screenshot(path=shots / f"{pathlib.Path(path).stem}-{name}-{scheme}.png")


def search(page, book):
    page.goto((book / "scenarios/plan/plan-clears-next-turn.html").as_uri())
    page.keyboard.press("/")
    page.keyboard.type("plan-clears-next-turn")
    expect(page.locator("#found a").first.is_visible(), "the search shows nothing")
    expect("found" in page.locator("#found-count").inner_text(), "the number of hits is not told")
    page.keyboard.press("Enter")
    page.wait_for_url("**/index.html#plan-clears-next-turn")
    for words, kind in (("trim-set", "open point"), ("cleared-when-all-done", "mistake"), ("an unfinished plan clears", "scenario")):
        page.keyboard.press("/")
        page.locator("#search").fill(words)
        first = page.locator("#found small").first.inner_text()
        expect(kind in first, f"{words} is found as {first}, not as {kind}")
    page.locator("#search").fill("nothing has this name")
    expect(page.locator("#found-count").inner_text() == "0 found", "that nothing is found is not told")
    page.keyboard.press("Escape")


def step(page, book):
    page.goto((book / "scenarios/plan/plan-clears-next-turn.html").as_uri())
    at = lambda: page.evaluate("[...document.querySelectorAll('.scene')].findIndex((it) => it.getAttribute('aria-current') === 'step')")
    expect(at() == -1, "a step is chosen before a key is pressed")
    for due in (0, 1, 2):
        page.keyboard.press("ArrowRight")
        expect(at() == due, f"the right arrow leads to {at()}, not to {due}")
    page.keyboard.press("ArrowLeft")
    expect(at() == 1, f"the left arrow leads to {at()}")
    page.get_by_role("button", name="next step").first.click()
    expect(at() == 2, f"the button leads to {at()}")
    expect("step 3 of" in page.locator(".step-count").first.inner_text(), "the step is not told")


def main():
    book, shots = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    shots.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    expect(chromium, "there is no chromium to look at it with")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        walk(browser, book, shots)
        browser.close()
    print(f"the book was walked through; pictures are in {shots}")


main()
