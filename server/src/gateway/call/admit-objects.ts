import { narrowRouting, type Routing } from '../entry/admit.ts'
import { Refusal } from '../entry/errors/refusals.ts'
import type { RelayCaller } from '../entry/key/authenticate.ts'
import type { JsonObject } from '../forms/chat.ts'
import type { Channel } from '../routing/channel.ts'
import { type OpenedId, openId } from '../routing/sealed-id.ts'
import { mapObjectIds, type ObjectId, objectIdsIn } from '../translate/json/stored-objects.ts'

type Named = ObjectId & { opened: OpenedId | undefined }

/**
 * Users share the accounts of the channels, so the id of an object that an account keeps is accepted in two cases: this
 * gateway gave it to the same user, and then the request goes to the channel that keeps it; or the administrator lets
 * the users of a channel name any object of its account. The request gets the upstream's own ids.
 */
export function admitObjects<Body extends JsonObject>(
  body: Body,
  { user_id }: RelayCaller,
  routing: Routing,
): { body: Body; routing: Routing } {
  const named: Named[] = []
  const opened = mapObjectIds(body, (found) => {
    const each = { ...found, opened: openId(found.id, user_id) }
    named.push(each)
    return each.opened?.id ?? each.id
  })
  if (named.length === 0) return { body, routing }
  const kept = narrowRouting(routing, (channel) => named.every((each) => isReadable(each, channel)))
  if (kept) return { body: opened as Body, routing: kept } // only texts were changed
  throw refusalOf(named.find((each) => !narrowRouting(routing, (channel) => isReadable(each, channel))) ?? named[0])
}

function isReadable({ kind, opened }: Named, channel: Channel): boolean {
  if (opened) return opened.isKeptBy(channel)
  // Upstreams without the OpenAI format store no audio: the gateway made the id and does not send it.
  return allowsObjects(channel) || (kind === 'audio' && channel.provider.speaksOpenAi !== true)
}

const allowsObjects = ({ setting }: Channel): boolean => setting.allow_stored_objects === true

function refusalOf(named: Named | undefined): Refusal {
  const { path: field = '', kind, opened } = named ?? {}
  const about = { params: { field }, param: field }
  if (kind === 'item') return new Refusal('stored_item_not_found', about)
  return new Refusal(opened ? 'stored_object_not_found' : 'stored_object_refused', about)
}

/** Refuses every object id on routes that never return one. */
export function refuseObjects(body: JsonObject, channel?: Channel): void {
  if (channel && allowsObjects(channel)) return
  // Items belong to the conversation of this connection.
  const named = objectIdsIn(body).find(({ kind }) => kind === 'object' || kind === 'setting')
  if (named) throw refusalOf({ ...named, opened: undefined })
}
