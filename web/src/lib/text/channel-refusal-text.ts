import { type ErrorParams, type FormErrorCode, formErrors, type Language } from '@turnpike/contract/form-errors'
import { type ChannelErrorCode, channelErrors } from '@turnpike/contract/routing/channel-errors'
import { refusalWording } from './refusal-text.ts'

/** The refusals that the pages of channels foresee. */
export type ChannelFormErrorCode = FormErrorCode | ChannelErrorCode

const texts = { ...formErrors, ...channelErrors }

/** The same as `refusalText`, for the pages of channels. */
export const channelRefusalText = (code: ChannelFormErrorCode, language: Language, params?: ErrorParams): string =>
  refusalWording(texts[code], language, params)
