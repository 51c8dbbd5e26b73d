import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ShareLife, shareApi, shareLives } from '@turnpike/contract/identity/share-link'
import type { Token } from '@turnpike/contract/identity/token'
import { toast } from '../../../components/overlay/toast-list.ts'
import { call } from '../../../lib/api/call.ts'
import { inBatches } from '../in-batches.ts'
import { shareText } from './share.text.ts'

/** The name of a token and the code of its new link. */
export type MadeLink = { id: number; name: string; code: string; expires_at: number }

/** Creates one link for each token. */
export function useCreateLinks(tokens: readonly Token[], onCreated: (links: MadeLink[]) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (life: ShareLife) =>
      inBatches(
        tokens.map(({ id }) => id),
        (ids) => call(shareApi.create, { body: { ids, life_seconds: shareLives[life] } }),
      ),
    onSuccess: (links) => {
      const nameOf = new Map(tokens.map(({ id, name }) => [id, name]))
      onCreated(links.flat().map((link) => ({ ...link, name: nameOf.get(link.token_id) ?? '' })))
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: ['share links'] }),
  })
}

/** The links of a token, newest first. */
export const useShareLinks = (token: Token) =>
  useQuery({
    queryKey: ['share links', token.id],
    queryFn: () => call(shareApi.list, { params: { id: String(token.id) } }),
  })

export function useRevokeLink() {
  const t = shareText.use()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(shareApi.revoke, { params: { id: String(id) } }),
    onSuccess: () => toast.success(t('revoked')),
    onError: (error) => toast.error(error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: ['share links'] }),
  })
}
