import { type ReactNode, useState } from 'react'
import { useStatus } from '../../lib/api/status.ts'
import { BotCheck } from './bot-check.tsx'

/** The bot check of a form; without a field, and finished, while the administrator has it switched off. */
type BotCheckState = {
  field: ReactNode
  /** The check is required and has no token yet: the form must wait. */
  isUnfinished: boolean
  token: string | undefined
  /** A token is valid for one call: reset after it to get the next one. */
  reset(): void
}

export function useBotCheck(): BotCheckState {
  const status = useStatus()
  const [token, setToken] = useState<string>()
  const [round, setRound] = useState(0)
  const siteKey = status?.turnstile_check ? status.turnstile_site_key : ''
  return {
    field: siteKey && <BotCheck key={round} siteKey={siteKey} onToken={setToken} />,
    isUnfinished: siteKey !== '' && token === undefined,
    token,
    reset: () => setRound((last) => last + 1),
  }
}
