import { blockTokensOf, tokensOf } from './markdown-tokens.ts'
import { whenFree } from './when-free.ts'

const blocks = '# a\n\n> b\n\n- c\n- d\n\n```e\nf\n```\n\n| g | h |\n|---|---|\n| i | j |\n\n[k]: l\n\n<p>m</p>\n\nn\n'
const inline = '**a** _b_ ~~c~~ `d` [e](https://f.g) ![h](i) $j$ <k> &amp; https://l.m \\* n'

let isDone = false

/** The Markdown parser compiles its patterns at first use. This happens before the first chunk of a response arrives. */
export function warmUp(): void {
  if (isDone) return
  isDone = true
  whenFree(() => blockTokensOf(blocks))
  whenFree(() => tokensOf(inline))
}
