import type { Language } from '@turnpike/contract/errors'
import { type FaqEntry, faqName } from '@turnpike/contract/system/faq'
import { excerptOf, scoreText } from '../../lib/search/search-text.ts'

/** A text, and the language that it is in: a reader sees the other one where a text is missing. */
type Spoken = { text: string; lang: Language }

export type Question = {
  entry: FaqEntry
  /** The fragment of an address that leads to the question. */
  anchor: string
  question: Spoken
  answer: Spoken
  /** The part of the answer in which the searched words stand. */
  excerpt?: string
}

const anchorLengthMax = 60

const slugOf = (entry: FaqEntry) =>
  faqName(entry)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, anchorLengthMax)
    .replace(/^-|-$/g, '')

/** The questions as they are shown in a language. */
export function questionsIn(spoken: Language, entries: readonly FaqEntry[]): Question[] {
  const used = new Map<string, number>()
  const inWords = (en: string, zh: string): Spoken =>
    (spoken === 'zh' && zh) || !en ? { text: zh, lang: 'zh' } : { text: en, lang: 'en' }
  return entries.map((entry) => {
    const slug = slugOf(entry)
    const count = (used.get(slug) ?? 0) + 1
    used.set(slug, count)
    return {
      entry,
      anchor: count > 1 || slug === '' ? `q-${slug}-${count}` : `q-${slug}`,
      question: inWords(entry.question, entry.question_zh),
      answer: inWords(entry.answer, entry.answer_zh),
    }
  })
}

/** The words of a Markdown text, without its signs. */
const wordsOf = (markdown: string) =>
  markdown
    .replace(/!\[[^\]]*\]\([^)]*\)|<[^>]*>|^```.*$/gm, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#+|>|[-*+]|\d+\.)\s+/gm, ' ')
    .replace(/[*`|]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** The questions that match in either language, the best first. */
export function findQuestions(questions: readonly Question[], typed: string): Question[] {
  const scored = questions.map((each) => {
    const { question, question_zh, answer, answer_zh } = each.entry
    const answers = [each.answer.text, answer, answer_zh].map(wordsOf)
    const score = scoreText(typed, [question, question_zh], answers.join(' '))
    const found = answers.find((text) => scoreText(typed, [], text) > 0)
    return { ...each, score, excerpt: score > 1 ? '' : excerptOf(found ?? answers[0] ?? '', typed) }
  })
  return scored.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score)
}
