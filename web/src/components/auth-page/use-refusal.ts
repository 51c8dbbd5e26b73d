import { useState } from 'react'

/** Why a form was refused: shown in the form until the next attempt, and nowhere else. */
export function useRefusal() {
  const [problem, refuse] = useState('')
  return { problem, refuse, withdraw: () => refuse('') }
}
