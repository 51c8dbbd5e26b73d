import { useQuery } from '@tanstack/react-query'
import { promptRecordsApi, type RecordTerms } from '@turnpike/contract/usage/prompt-records'
import { call } from '../../lib/api/call.ts'
import { useStatus } from '../../lib/api/status.ts'

export const ownRecordsKey = ['prompt-records', 'own']

/** The terms by which the person's calls are recorded; loaded only where the installation records at all. */
export function useOwnRecords() {
  const enabled = useStatus()?.enable_prompt_records === true
  const own = useQuery({ queryKey: ownRecordsKey, queryFn: () => call(promptRecordsApi.own), enabled })
  return enabled ? own.data : undefined
}

export type RecordedToken = { id: number; group: string }
type Terms = { ofToken: RecordTerms | undefined; ofGroup: { group: string; terms: RecordTerms } | undefined }

/** The terms by which the calls of a token are recorded. */
export function useTermsOfToken({ id, group }: RecordedToken): Terms {
  const own = useOwnRecords()
  return {
    ofToken: own?.tokens.find((each) => each.id === id)?.terms,
    ofGroup: own?.groups.find((each) => (group === '' ? each.is_own : each.group === group)),
  }
}
