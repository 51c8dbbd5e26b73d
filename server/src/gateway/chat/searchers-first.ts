import type { Routing } from '../entry/admit.ts'
import { channelsSupporting } from '../routing/channel.ts'
import { narrowTiers } from '../routing/routing.ts'
import { listOf, objectOf } from '../translate/json/json-values.ts'
import type { IncomingChat } from './incoming-chat.ts'

/**
 * The channels of a request that offers a search of the web: those that can search come before those that would drop
 * the offer, regardless of priority.
 */
export function searchersFirst(incoming: IncomingChat, routing: Routing): Routing {
  if (!('tiers' in routing) || !offersSearch(incoming)) return routing
  const { tiers } = routing
  const canSearch = channelsSupporting(incoming.model, ({ lacksSearch }) => lacksSearch !== true)
  const searchers = narrowTiers(tiers, canSearch)
  const others = narrowTiers(tiers, (channel) => !canSearch(channel))
  return searchers.length > 0 && others.length > 0 ? { tiers: [...searchers, ...others] } : routing
}

const offersSearch = ({ body }: IncomingChat): boolean =>
  body.web_search_options !== undefined ||
  listOf(body.tools).some((tool) => String(objectOf(tool)?.type).startsWith('web_search'))
