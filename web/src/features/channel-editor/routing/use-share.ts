import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { channelApi } from '@turnpike/contract/channel'
import type { DataOf, InputOf } from '@turnpike/contract/endpoint'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/api/call.ts'

type Question = InputOf<typeof channelApi.share>['body']
export type Share = DataOf<typeof channelApi.share>[number]

const pauseMilliseconds = 300

/** Asks again once the form has been left alone for a moment; until the answer is there the last one stays. */
export function useShare(question: Question) {
  const now = JSON.stringify(question)
  const [asked, setAsked] = useState(now)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(now), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [now])
  const body: Question = JSON.parse(asked)
  return useQuery({
    queryKey: ['channels', 'share', asked],
    queryFn: () => call(channelApi.share, { body }),
    enabled: body.model !== '' && body.group !== '',
    placeholderData: keepPreviousData,
  })
}
