import type { UpstreamFailure } from '../../forms/failure.ts'
import { type FailureTable, type FailureTexts, failureByText, failureOf } from '../../translate/response/failure-of.ts'

/** The codes of `ResponseError` in the openai library 7.53 that the common table lacks, read 2026-11-18. */
export const openAiCodes: FailureTable = {
  invalid_prompt: 'content_refused',
  bio_policy: 'content_refused',
  misalignment_policy_violation: 'content_refused',
  image_content_policy_violation: 'content_refused',
  data_residency_mismatch: 'no_permission',
  invalid_image: 'bad_request',
  invalid_image_format: 'bad_request',
  invalid_base64_image: 'bad_request',
  invalid_image_url: 'bad_request',
  invalid_image_mode: 'bad_request',
  image_too_large: 'bad_request',
  image_too_small: 'bad_request',
  image_parse_error: 'bad_request',
  image_file_too_large: 'bad_request',
  image_file_not_found: 'bad_request',
  unsupported_image_media_type: 'bad_request',
  empty_image_file: 'bad_request',
  failed_to_download_image: 'bad_request',
}

/** Only some accounts may use newer models, and their streams and summaries of reasoning. */
const texts: FailureTexts = [[/organization must be verified/i, 'no_permission']]

/** The failure that an error of OpenAI means. `codes` has those of another host of its models. */
export const openAiFailure = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  codes: FailureTable = openAiCodes,
): UpstreamFailure => failureByText(failureOf(status, body, headers, codes), texts)
