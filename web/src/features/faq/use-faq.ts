import { useQuery } from '@tanstack/react-query'
import { faqApi } from '@turnpike/contract/system/faq'
import { call } from '../../lib/api/call.ts'

export const faqKey = ['faq']

export const useFaq = () => useQuery({ queryKey: faqKey, queryFn: () => call(faqApi.list), staleTime: 60_000 })
