import { type ReactNode, useState } from 'react'
import { useStatus } from '../../lib/api/status.ts'
import { BotCheck } from './bot-check.tsx'

/** Everything a form needs to honour the bot check, and nothing while the administrator does not ask for one. */
type BotCheckState = {
  field: ReactNode
  /** The check is asked for and has no token yet: the form must wait. */
  isUnfinished: boolean
  token: string | undefined
  /** Tokens are good for one call: ask for a new one after it. */
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
