import type { TestServer } from '../../server/test/harness/harness.ts'

export async function rootOf(server: TestServer) {
  const root = server.client()
  await root.signIn('root', '123456')
  return root
}
