import type { GuidePage } from '../../components/help/guide-pages.ts'
import { excerptOf, scoreText } from '../../lib/search/search-text.ts'
import type { GuideContent } from './guide-content.ts'

/** A paragraph of the handbook with the heading above it; the beginning of a page has no anchor. */
export type GuideParagraph = { page: GuidePage; pageTitle: string; anchor: string; title: string; text: string }
export type GuideHit = GuideParagraph & { excerpt: string }

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|#39|amp);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim()

const heading = /<h([23]) id="([^"]+)">(.*?)<\/h\1>/g

/** The paragraphs of a page, cut at its headings. */
export function paragraphsOf(page: GuidePage, { title: pageTitle, html }: GuideContent): GuideParagraph[] {
  const cuts = [...html.matchAll(heading)].map((match) => ({
    start: match.index,
    after: match.index + match[0].length,
    anchor: match[2] ?? '',
    title: textOf(match[3] ?? ''),
  }))
  const first = { page, pageTitle, anchor: '', title: pageTitle, text: textOf(html.slice(0, cuts[0]?.start)) }
  const others = cuts.map(({ after, anchor, title }, index) => ({
    page,
    pageTitle,
    anchor,
    title,
    text: textOf(html.slice(after, cuts[index + 1]?.start)),
  }))
  return [first, ...others]
}

const hitsMax = 20

/** The paragraphs that match, the best first. */
export const searchGuide = (paragraphs: readonly GuideParagraph[], typed: string): GuideHit[] =>
  paragraphs
    .map((paragraph) => {
      const { title, text, pageTitle } = paragraph
      return { paragraph, score: scoreText(typed, [title], `${pageTitle} ${text}`) }
    })
    .filter(({ score }) => score > 0)
    .sort((one, another) => another.score - one.score)
    .slice(0, hitsMax)
    .map(({ paragraph }) => ({ ...paragraph, excerpt: excerptOf(paragraph.text, typed) }))
