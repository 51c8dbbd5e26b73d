import type { AssistantMessage, Message, Mode } from '../messages/message.ts'
import type { Settings } from '../request/settings.ts'
import { requestCompletion } from '../stream/request-completion.ts'

/** The terms of a request. They are read when it is sent, so that a retry uses the current settings. */
export type Terms = { settings: Settings; isAdmin: boolean; modeOf(model: string): Mode }
export type PriceResponse = (
  requestId: string,
) => Promise<Partial<Pick<AssistantMessage, 'figures' | 'route'>> | undefined>

/** The opened conversations, which the responses are part of. */
type Opened = {
  find(conversation: string, id: string): Message | undefined
  /** Shows a response as far as it came; with `isSaved` it is also written to the browser's storage. */
  put(conversation: string, response: AssistantMessage, isSaved: boolean): void
}

/** Text arrives many times a second; the page is drawn this often, and the browser's storage written less often. */
const drawMs = 50
const saveMs = 1000

/** The responses that this page is receiving, also those of conversations that are not shown. */
export class RunningResponses {
  readonly #running = new Map<string, AbortController>()
  readonly #opened: Opened
  readonly #priceResponse: PriceResponse

  constructor(opened: Opened, priceResponse: PriceResponse) {
    this.#opened = opened
    this.#priceResponse = priceResponse
  }

  has = (id: string) => this.#running.has(id)

  stop(ids: Iterable<string>): void {
    for (const id of ids) this.#running.get(id)?.abort()
  }

  stopAll(): void {
    this.stop([...this.#running.keys()])
  }

  /** Sends the messages of the path, and receives the response to them. */
  async run(conversation: string, path: Message[], response: AssistantMessage, terms: Terms): Promise<void> {
    const abort = new AbortController()
    this.#running.set(response.id, abort)
    let shown = response
    let savedAt = Date.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (isOver: boolean) => {
      clearTimeout(timer)
      timer = undefined
      if (!this.#opened.find(conversation, response.id)) return // it was deleted meanwhile
      const isSaved = isOver || Date.now() - savedAt > saveMs
      if (isSaved) savedAt = Date.now()
      this.#opened.put(conversation, shown, isSaved)
    }
    const request = { ...terms, mode: response.mode, model: response.model, path }
    await requestCompletion(request, abort.signal, (change) => {
      shown = { ...shown, ...change, figures: { ...shown.figures, ...change.figures } }
      timer ??= setTimeout(() => show(false), drawMs)
    })
    this.#running.delete(response.id)
    show(true)
    if (!shown.request_id || (shown.state === 'error' && (shown.error?.status ?? 0) >= 400)) return
    const priced = await this.#priceResponse(shown.request_id)
    // Results of its tools may have been typed or sent while the price was awaited.
    const current = this.#opened.find(conversation, response.id)
    if (!priced || current?.role !== 'assistant') return
    shown = { ...current, ...priced, figures: { ...current.figures, ...priced.figures } }
    show(true)
  }
}
