import { useMutation, useQuery } from '@tanstack/react-query'
import { type ProxyToTest, proxyApi } from '@turnpike/contract/routing/proxies'
import { call } from '../../lib/api/call.ts'

export const proxiesKey = 'proxies'

export const useProxies = ({ enabled = true } = {}) =>
  useQuery({ queryKey: [proxiesKey], queryFn: () => call(proxyApi.list), enabled })

export const undoProxy = async (id: number) => {
  await call(proxyApi.undo, { body: { id } })
  return undefined
}

/** Sends a request through a proxy. The result and a failure are shown where the proxy is. */
export const useProxyTest = () =>
  useMutation({
    mutationFn: (body: ProxyToTest) => call(proxyApi.test, { body }),
    onError: () => {},
  })

export type ProxyTesting = ReturnType<typeof useProxyTest>
