import { isTextWithin } from '@turnpike/contract/bounds'
import { type FaqEntry, faqBounds, faqName, isFaqComplete } from '@turnpike/contract/system/faq'

export type QuestionProblem =
  | 'questionInvalid'
  | 'answerInvalid'
  | 'missing'
  | 'questionMissing'
  | 'answerMissing'
  | 'twice'
export type QuestionProblems = Partial<Record<keyof FaqEntry, QuestionProblem>>

const pairs = [
  ['question', 'answer'],
  ['question_zh', 'answer_zh'],
] as const

export const trimmed = (entry: FaqEntry): FaqEntry => ({
  question: entry.question.trim(),
  answer: entry.answer.trim(),
  question_zh: entry.question_zh.trim(),
  answer_zh: entry.answer_zh.trim(),
})

/** What keeps a trimmed entry from being saved beside the others; `first` is the field of the reader's language. */
export function problemsOf(
  entry: FaqEntry,
  others: readonly FaqEntry[],
  first: 'question' | 'question_zh',
): QuestionProblems {
  const problems: QuestionProblems = {}
  for (const [question, answer] of pairs) {
    if (entry[question] && !isTextWithin(faqBounds.question, entry[question])) problems[question] = 'questionInvalid'
    if (entry[answer] && !isTextWithin(faqBounds.answer, entry[answer])) problems[answer] = 'answerInvalid'
    if (entry[question] && !entry[answer]) problems[answer] = 'answerMissing'
    if (entry[answer] && !entry[question]) problems[question] = 'questionMissing'
  }
  if (Object.keys(problems).length > 0) return problems
  if (!isFaqComplete(entry)) return { [first]: 'missing' }
  const name = faqName(entry)
  return others.some((other) => faqName(other) === name)
    ? { [entry.question ? 'question' : 'question_zh']: 'twice' }
    : {}
}
