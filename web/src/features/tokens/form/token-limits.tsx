import { useQueryClient } from '@tanstack/react-query'
import type { Token } from '@turnpike/contract/identity/token'
import { limitsApi } from '@turnpike/contract/routing/limits'
import { limitsText } from '../../../components/limits/limits.text.ts'
import { LimitsDrawer } from '../../../components/limits/limits-drawer.tsx'
import { call } from '../../../lib/api/call.ts'

/** The limits of a token, with those of its owner's account below. */
export function TokenLimits({ token, onClosed }: { token: Token; onClosed: () => void }) {
  const t = limitsText.use()
  const queries = useQueryClient()
  const params = { id: String(token.id) }
  return (
    <LimitsDrawer
      title={t('ofToken', { name: token.name })}
      of={['token', token.id]}
      load={() => call(limitsApi.ofToken, { params })}
      save={async (body) => {
        const saved = await call(limitsApi.setOfToken, { params, body })
        void queries.invalidateQueries({ queryKey: ['tokens'] }) // the list shows budgets
        return saved
      }}
      loadOthers={() => call(limitsApi.own)}
      onClosed={onClosed}
    />
  )
}
