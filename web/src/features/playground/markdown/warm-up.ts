import { whenFree } from './when-free.ts'

const blocks = '# a\n\n> b\n\n- c\n- d\n\n```e\nf\n```\n\n| g | h |\n|---|---|\n| i | j |\n\n[k]: l\n\n<p>m</p>\n\nn\n'
const inline = '**a** _b_ ~~c~~ `d` [e](https://f.g) ![h](i) $j$ <k> &amp; https://l.m \\* n'

let isDone = false

/** Fetches the Markdown parser, which compiles its patterns at first use, while somebody types what the first response is to. */
export async function warmUp(): Promise<void> {
  if (isDone) return
  isDone = true
  try {
    const [{ blockTokensOf, tokensOf }] = await Promise.all([import('./markdown-tokens.ts'), import('./markdown.tsx')])
    whenFree(() => blockTokensOf(blocks))
    whenFree(() => tokensOf(inline))
  } catch {
    // The first response fetches it again, and says so when it is gone.
  }
}
