import { type Frame, Refusal } from '../exchange/response.ts'

const exceptions: Record<number, string> = {
  400: 'ValidationException',
  401: 'UnrecognizedClientException',
  403: 'AccessDeniedException',
  404: 'ResourceNotFoundException',
  408: 'ModelTimeoutException',
  424: 'ModelErrorException',
  429: 'ThrottlingException',
  503: 'ServiceUnavailableException',
}

/** The class of an error is in a header, the message in the body. */
export const awsError = (
  status: number,
  message: string,
  exception = exceptions[status] ?? (status < 500 ? 'ValidationException' : 'InternalServerException'),
): Refusal =>
  new Refusal(status, { message }, { 'x-amzn-errortype': `${exception}:http://internal.amazon.com/coral/com.amazon/` })

export const validation = (message: string): Refusal => awsError(400, message)

const streamExceptions: Record<number, string> = {
  400: 'validationException',
  408: 'modelTimeoutException',
  424: 'modelStreamErrorException',
  429: 'throttlingException',
  503: 'serviceUnavailableException',
}

/** An exception in a stream; the frame's event is its name. */
export const exceptionFrame = (status: number, message: string): Frame => ({
  event: streamExceptions[status] ?? 'internalServerException',
  data: JSON.stringify({ message }),
})
