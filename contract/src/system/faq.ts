import { z } from 'zod'
import { type BoundsByField, isTextWithin } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { seenRevision } from './history.ts'

export const faqBounds = {
  question: { charactersMin: 1, charactersMax: 200, pattern: /^\P{C}*$/u },
  /** Markdown. */
  answer: { charactersMin: 1, charactersMax: 10_000 },
} satisfies BoundsByField
export const faqEntriesMax = 200

const question = z
  .string('faq_question_invalid')
  .trim()
  .refine((text) => text === '' || isTextWithin(faqBounds.question, text), 'faq_question_invalid')
const answer = z
  .string('faq_answer_invalid')
  .trim()
  .refine((text) => text === '' || isTextWithin(faqBounds.answer, text), 'faq_answer_invalid')

export const faqFields = { question, answer, question_zh: question, answer_zh: answer }

const faqEntry = z.object(faqFields)
/** A question that the operator answers. Of the two languages one may be empty; readers then see the other. */
export type FaqEntry = z.infer<typeof faqEntry>

export const isFaqComplete = (entry: FaqEntry): boolean =>
  (entry.question !== '' && entry.answer !== '') || (entry.question_zh !== '' && entry.answer_zh !== '')

/** The name of an entry. A list has each name once. */
export const faqName = ({ question, question_zh }: Pick<FaqEntry, 'question' | 'question_zh'>): string =>
  question || question_zh

const faqToSave = z
  .array(faqEntry.refine(isFaqComplete, 'faq_entry_incomplete'))
  .max(faqEntriesMax, 'faq_too_long')
  .refine((entries) => new Set(entries.map(faqName)).size === entries.length, 'faq_question_twice')

/** Identifies the list that a reader has seen. */
const revision = z.object({ revision: z.string() })

export const faqApi = {
  list: endpoint('public', 'GET /api/faq', {
    summary: 'Questions and answers of the operator',
    data: z.array(faqEntry),
    beside: revision,
  }),
  save: endpoint('root', 'PUT /api/faq', {
    summary: 'Save the whole list of questions and answers',
    body: z.object({ entries: faqToSave, seen_revision: seenRevision }),
    data: z.array(faqEntry),
    beside: revision,
  }),
}
