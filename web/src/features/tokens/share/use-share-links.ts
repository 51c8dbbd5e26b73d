import { useQuery } from '@tanstack/react-query'
import { type ShareLife, shareApi, shareLives } from '@turnpike/contract/identity/share-link'
import type { Token } from '@turnpike/contract/identity/token'
import { useListChange } from '../../../components/list-page/use-page-query.ts'
import { toast } from '../../../components/overlay/toast-list.ts'
import { call } from '../../../lib/api/call.ts'
import { inBatches } from '../in-batches.ts'
import { shareText } from './share.text.ts'

const linksKey = 'share links'

/** The name of a token and the code of its new link. */
export type MadeLink = { id: number; name: string; code: string; expires_at: number }

/** Creates one link for each token. */
export function useCreateLinks(tokens: readonly Token[], onCreated: (links: MadeLink[]) => void) {
  const create = (life: ShareLife) =>
    inBatches(
      tokens.map(({ id }) => id),
      (ids) => call(shareApi.create, { body: { ids, life_seconds: shareLives[life] } }),
    )
  return useListChange(linksKey, create, {
    onDone: (links) => {
      const nameOf = new Map(tokens.map(({ id, name }) => [id, name]))
      onCreated(links.flat().map((link) => ({ ...link, name: nameOf.get(link.token_id) ?? '' })))
    },
  })
}

/** The links of a token, newest first. */
export const useShareLinks = (token: Token) =>
  useQuery({
    queryKey: [linksKey, token.id],
    queryFn: () => call(shareApi.list, { params: { id: String(token.id) } }),
  })

export function useRevokeLink() {
  const t = shareText.use()
  return useListChange(linksKey, (id: number) => call(shareApi.revoke, { params: { id: String(id) } }), {
    onDone: () => toast.success(t('revoked')),
  })
}
