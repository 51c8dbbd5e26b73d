import { Marked, type Tokens } from 'marked'
import type { GuideContent, GuideHeading } from '../src/features/guide/guide-content.ts'

export type RenderedGuide = GuideContent & {
  /** Paths of its pictures, from the folder of the page; `html` has `pictureMark(index)` where each belongs. */
  pictures: string[]
  /** Pages and paragraphs of the handbook that it links to: `payment`, `payment#epay`. */
  links: string[]
}

export const pictureMark = (index: number): string => `picture:${index}`

const anchor = /^<a id="([a-z][a-z0-9-]*)"><\/a>\s*$/
const page = /^([a-z-]+)\.md(#[a-z0-9-]+)?$/

/**
 * Markdown of the handbook to HTML. An anchor of its own line names the heading that follows. What a reader of the
 * running console could not follow, such as a link into the source tree, is an error.
 */
export function renderGuide(markdown: string): RenderedGuide {
  const marked = new Marked({ gfm: true })
  const ids = new Map<Tokens.Heading, string>()
  const headings: GuideHeading[] = []
  const pictures: string[] = []
  const links: string[] = []
  let title = ''
  let pending = ''
  const body = marked.lexer(markdown).filter((token) => {
    const id = token.type === 'paragraph' ? anchor.exec(token.raw)?.[1] : undefined
    if (id) pending = id
    if (token.type !== 'heading') return id === undefined
    const heading = token as Tokens.Heading
    if (heading.depth === 1) {
      title = heading.text
      return false
    }
    if (!pending) throw new Error(`a heading without an anchor: ${heading.text}`)
    ids.set(heading, pending)
    headings.push({ id: pending, text: heading.text })
    pending = ''
    return true
  })
  marked.use({
    renderer: {
      heading(token) {
        return `<h${token.depth} id="${ids.get(token)}">${this.parser.parseInline(token.tokens)}</h${token.depth}>`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        if (href.startsWith('https://'))
          return `<a href="${href}" target="_blank" rel="noopener noreferrer">${text}</a>`
        const [, name, hash = ''] = page.exec(href) ?? []
        if (!name) throw new Error(`a link that leads out of the handbook: ${href}`)
        links.push(name + hash)
        return `<a href="/guide/${name}${hash}">${text}</a>`
      },
      image({ href, text }) {
        const mark = pictureMark(pictures.push(href) - 1)
        return `<a href="${mark}" target="_blank" rel="noopener"><img src="${mark}" alt="${text}" loading="lazy"></a>`
      },
      html({ text }) {
        throw new Error(`HTML is not for the handbook: ${text}`)
      },
      code({ text }) {
        return `<pre tabindex="0"><code>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</code></pre>`
      },
    },
  })
  return { title, headings, html: marked.parser(body), pictures, links }
}
