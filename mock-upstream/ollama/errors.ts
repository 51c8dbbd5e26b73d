import { dataFrame, type Frame, Refusal } from '../exchange/response.ts'

export const ollamaError = (status: number, message: string): Refusal => new Refusal(status, { error: message })

/** A line of the stream that holds an error. */
export const ollamaErrorFrame = (_status: number, message: string): Frame => dataFrame({ error: message })
