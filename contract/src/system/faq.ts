import { z } from 'zod'
import { type BoundsByField, isTextWithin } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'

export const faqBounds = {
  question: { charactersMin: 1, charactersMax: 200, pattern: /^\P{C}*$/u },
  /** Markdown. */
  answer: { charactersMin: 1, charactersMax: 10_000 },
} satisfies BoundsByField
export const faqEntriesMax = 200

const question = z
  .string('faq_question_invalid')
  .trim()
  .refine((text) => isTextWithin(faqBounds.question, text), 'faq_question_invalid')
const answer = z
  .string('faq_answer_invalid')
  .trim()
  .refine((text) => isTextWithin(faqBounds.answer, text), 'faq_answer_invalid')

/** A question that the operator answers. Of the two languages one may be empty; readers then see the other. */
const faqEntry = z
  .object({
    question: z.union([z.literal(''), question]),
    answer: z.union([z.literal(''), answer]),
    question_zh: z.union([z.literal(''), question]),
    answer_zh: z.union([z.literal(''), answer]),
  })
  .refine(
    (entry) => (entry.question !== '' && entry.answer !== '') || (entry.question_zh !== '' && entry.answer_zh !== ''),
    'faq_entry_incomplete',
  )
export type FaqEntry = z.infer<typeof faqEntry>

export const faqApi = {
  list: endpoint('public', 'GET /api/faq', {
    summary: 'Questions and answers of the operator',
    data: z.array(faqEntry),
  }),
  save: endpoint('root', 'PUT /api/faq', {
    summary: 'Save the whole list of questions and answers',
    body: z.object({ entries: z.array(faqEntry).max(faqEntriesMax) }),
    data: z.array(faqEntry),
  }),
}
