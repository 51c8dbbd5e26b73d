import { CompiledQuery, type KyselyPlugin, type QueryId, type RootOperationNode } from 'kysely'
import { isPostgres } from '../../src/store/is-postgres.ts'
import type { Store } from '../../src/store/store.ts'

/** A store that remembers its statements; `plans` explains each statement that reads a table. */
export function planningStore(store: Store) {
  const built = new WeakMap<QueryId, RootOperationNode>()
  const executed: { node: RootOperationNode; queryId: QueryId }[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      built.set(queryId, node)
      return node
    },
    // Subqueries are built as well, but have no result of their own.
    transformResult: async ({ result, queryId }) => {
      const node = built.get(queryId)
      if (node) executed.push({ node, queryId })
      return result
    },
  }
  return {
    store: store.withPlugin(plugin),
    async plans(table: string): Promise<string[]> {
      const explain = isPostgres(store) ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN'
      const queries = executed.map(({ node, queryId }) => store.getExecutor().compileQuery(node, queryId))
      const reading = queries.filter(({ sql }) => sql.includes(`from "${table}"`))
      const plans = reading.map(({ sql, parameters }) =>
        store.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters])),
      )
      return (await Promise.all(plans)).map(({ rows }) => JSON.stringify(rows))
    },
  }
}
