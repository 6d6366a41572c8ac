"use strict";

const page = document.documentElement;
const $ = (id) => document.getElementById(id);

{% include "switches.js" %}

{% include "words.js" %}

{% include "state.js" %}

{% include "rows.js" %}

{% include "pair.js" %}

{% include "sound.js" %}

{% include "clock.js" %}

{% include "views.js" %}
