import { CallError } from '../../lib/api/call.ts'
import { observable } from '../../lib/browser/observable.ts'

/** The person closed the dialog that asks for the password. No message is shown. */
export class Cancelled extends Error {
  constructor() {
    super('')
  }
}

type Question = { onConfirmed: () => void; onCancelled: () => void }

/** The open question for the password, which the dialog shows. */
export const question = observable<Question | undefined>(undefined)

function askPassword(): Promise<void> {
  const answered = new Promise<void>((resolve, reject) =>
    question.set({ onConfirmed: resolve, onCancelled: () => reject(new Cancelled()) }),
  )
  return answered.finally(() => question.set(undefined))
}

/** Runs a sensitive action. When the sign-in is too old, the password is asked for and the action runs again. */
export async function asOwner<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'recent_login_required') throw error
    await askPassword()
    return action()
  }
}
