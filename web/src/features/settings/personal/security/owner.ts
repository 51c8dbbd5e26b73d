import { CallError } from '../../../../lib/api/call.ts'
import { observable } from '../../../../lib/browser/observable.ts'

/** The person closed the question for the password. Nothing to say about it. */
export class Cancelled extends Error {
  constructor() {
    super('')
  }
}

type Question = { onConfirmed: () => void; onCancelled: () => void }

/** The question for the password that is open, if one is; the dialog draws it. */
export const question = observable<Question | undefined>(undefined)

function askPassword(): Promise<void> {
  const answered = new Promise<void>((resolve, reject) =>
    question.set({ onConfirmed: resolve, onCancelled: () => reject(new Cancelled()) }),
  )
  return answered.finally(() => question.set(undefined))
}

/** Does something sensitive. When the sign-in is too old for it, the password is asked for and the same done again. */
export async function asOwner<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'recent_login_required') throw error
    await askPassword()
    return action()
  }
}
