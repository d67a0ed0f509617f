import { mount } from "svelte";

import App from "./App.svelte";
import { load } from "./i18n.svelte";
import "./install.svelte";
import { applyTheme } from "./settings.svelte";
import "./style.css";
import { watch } from "./update.svelte";

applyTheme();
await load();
const target = document.getElementById("app");
if (target) mount(App, { target });
watch();
