/** What an SDK's user heard: the same few things, whatever the SDK calls them. */
export type Heard = {
  text: string
  reasoning: string
  finish: string
  input: number
  output: number
  reasoningTokens: number
  /** In how many pieces the text came. */
  pieces: number
}
export type ToolCall = { name: string; arguments: unknown }
/** Calls the model wants made, and the way to tell it what came of them. */
export type Calling = { calls: ToolCall[]; response(results: string[]): Promise<Heard> }
export type Tool = { name: string; description: string; parameters: Record<string, unknown> }

/** One vendor's own SDK, unmodified, used the way its documents say. */
export type SdkClient = {
  text(model: string, prompt: string): Promise<Heard>
  stream(model: string, prompt: string): Promise<Heard>
  call(model: string, prompt: string, tools: Tool[], isStream: boolean): Promise<Calling>
  picture(model: string, prompt: string, picture: { mime: string; base64: string }): Promise<Heard>
  json(model: string, prompt: string, schema: Record<string, unknown>): Promise<Heard>
  /** Requests visible thinking, as far as the SDK supports it. */
  reason(model: string, prompt: string, isStream: boolean): Promise<Heard>
  /** The class and status of an error, as the SDK's user would see them. */
  failure(error: unknown): { name: string; status: number | undefined; message: string }
}

export type ConnectSdk = (url: string, key: string) => SdkClient
