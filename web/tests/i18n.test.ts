// Plural forms, placeholders and numbers.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { decimal, isLanguage, LANGUAGES, load, loadMore, plural, t } from "../src/i18n.svelte";
import { browser } from "./browser";
import { vectors } from "./vectors";

const PLURALS = vectors<Record<string, Record<string, number[]>>>("plurals");

before(browser);

test("the vectors cover every language", () => {
  assert.deepEqual(Object.keys(PLURALS).sort(), Object.keys(LANGUAGES).sort());
});

for (const [language, forms] of Object.entries(PLURALS))
  test(`plural forms of ${language}`, () => {
    assert.ok(isLanguage(language));
    for (const [form, numbers] of Object.entries(forms))
      for (const n of numbers) assert.equal(plural(language, n), form, String(n));
  });

test("the form is chosen by n alone", async () => {
  await load("en");
  await loadMore("around");
  assert.equal(t("score.solo", { n: 1, points: 1 }), "Your score: 1 point");
  assert.equal(t("score.solo", { n: 2, points: 2 }), "Your score: 2 points");
  assert.throws(() => t("score.solo", { points: 1 }), /score.solo/);
});

test("a text without a value keeps its placeholder, and an unknown key is shown as it is", async () => {
  await load("en");
  await loadMore("screens");
  assert.equal(t("do.cross"), "Cross out {cell}");
  assert.equal(t("no.such.key"), "no.such.key");
});

test("numbers are written as the language does, with a real minus", async () => {
  await load("de");
  assert.equal(decimal(-1234.56), "−1.234,6");
  assert.equal(document.documentElement.lang, "de");
});

test("texts that were loaded on demand change with the language", async () => {
  await load("en");
  await loadMore("coach");
  await load("de");
  const german = t("review.whose");
  // The other tests share the catalogue, and expect English.
  await load("en");
  assert.notEqual(german, "review.whose");
  assert.notEqual(german, t("review.whose"));
});
