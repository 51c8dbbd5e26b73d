import { useQuery } from '@tanstack/react-query'
import type { Status } from '@turnpike/contract/system/status'
import { statusApi } from '@turnpike/contract/system/status'
import { readJson, stored } from '../browser/stored.ts'
import { dictionary } from '../text/text.ts'
import { CallError, call } from './call.ts'

// A status stored by an older version or another console of this product family may lack what the layout reads at once.
const texts = ['system_name', 'logo', 'footer_html', 'version', 'server_address'] as const
const lists = ['chats', 'callable_channel_types', 'upstreams', 'oidc_providers'] as const
const isStatus = (value: unknown): value is Status =>
  typeof value === 'object' &&
  value !== null &&
  texts.every((member) => typeof (value as Partial<Status>)[member] === 'string') &&
  lists.every((member) => Array.isArray((value as Partial<Status>)[member]))

/** The last status received, so that names, logo and menus are right before the first response arrives. */
const storedStatus = stored<Status | undefined>(
  'status',
  (text) => readJson(text, isStatus),
  (status) => (status ? JSON.stringify(status) : null),
)

const fetchStatus = async () => {
  const status = await call(statusApi.status)
  storedStatus.set(status)
  return status
}

const query = { queryKey: ['status'], queryFn: fetchStatus, staleTime: 60_000, meta: { keptOnSwitch: true } }

const problemText = dictionary({ failed: ['Failed to load status', '加载状态失败'] })

/** Why the status could not be loaded the last time: no connection, or a response without success. */
export function useStatusProblem(): string | undefined {
  const t = problemText.use()
  const { error } = useQuery(query)
  if (!error) return undefined
  return error instanceof CallError && error.status === 0 ? error.message : t('failed')
}

/** Names and switches of this installation; undefined only on the very first visit until the server responds. */
export function useStatus(): Status | undefined {
  const last = storedStatus.use()
  const { data } = useQuery(query)
  return data ?? last
}
