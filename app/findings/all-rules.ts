import type { Rule } from './rule.ts';
import { resourceCodeForbidden } from './rules/c01-resource-code-forbidden.ts';
import { urlElicitationForbidden } from './rules/c02-url-elicitation-forbidden.ts';
import { urlElicitationTooEarly } from './rules/c03-url-elicitation-too-early.ts';
import { undefinedReservedCode } from './rules/c04-undefined-reserved-code.ts';
import { ambiguousCode } from './rules/c05-ambiguous-code.ts';
import { applicationCodeReserved } from './rules/c06-application-code-reserved.ts';
import { positiveCode } from './rules/c07-positive-code.ts';
import { codeNotInteger } from './rules/c08-code-not-integer.ts';
import { clientLocalCode } from './rules/c09-client-local-code.ts';
import { draftNumbering } from './rules/c10-draft-numbering.ts';
import { advertisedMethodMissing } from './rules/c11-advertised-method-missing.ts';
import { unknownMethodCode } from './rules/c12-unknown-method-code.ts';
import { lspCancelCode } from './rules/c13-lsp-cancel-code.ts';
import { codeOfLaterRevision } from './rules/c14-code-of-later-revision.ts';
import { elicitationsUnusable } from './rules/d01-elicitations-unusable.ts';
import { supportedVersionsMissing } from './rules/d02-supported-versions-missing.ts';
import { requiredCapabilitiesMissing } from './rules/d03-required-capabilities-missing.ts';
import { declaredCapabilityRequired } from './rules/d04-declared-capability-required.ts';
import { resourceUriMissing } from './rules/d05-resource-uri-missing.ts';
import { detailInData } from './rules/d06-detail-in-data.ts';
import { messageMissing } from './rules/d07-message-missing.ts';
import { errorNotObject } from './rules/d08-error-not-object.ts';
import { resultBreaksSchema } from './rules/d09-result-breaks-schema.ts';
import { capabilityNotDeclared } from './rules/d10-capability-not-declared.ts';
import { declaredAndRefused } from './rules/d11-declared-and-refused.ts';
import { hiddenCharactersInName } from './rules/d12-hidden-characters-in-name.ts';
import { resultAndError } from './rules/e01-result-and-error.ts';
import { versionMissing } from './rules/e02-version-missing.ts';
import { nullId } from './rules/e03-null-id.ts';
import { unknownId } from './rules/e04-unknown-id.ts';
import { duplicateAnswer } from './rules/e05-duplicate-answer.ts';
import { idTypeChanged } from './rules/e06-id-type-changed.ts';
import { answerAfterCancel } from './rules/e07-answer-after-cancel.ts';
import { answerToNotification } from './rules/e08-answer-to-notification.ts';
import { batch } from './rules/e09-batch.ts';
import { oneMessageALine } from './rules/e10-one-message-a-line.ts';
import { stdoutNoise } from './rules/e11-stdout-noise.ts';
import { malformedInputSwallowed } from './rules/e12-malformed-input-swallowed.ts';
import { requestBeforeHandshake } from './rules/e13-request-before-handshake.ts';
import { lostAtExit } from './rules/e14-lost-at-exit.ts';
import { noAnswer } from './rules/e15-no-answer.ts';
import { idReused } from './rules/e16-id-reused.ts';
import { handshakeLost } from './rules/e17-handshake-lost.ts';
import { unknownRevisionAccepted } from './rules/e18-unknown-revision-accepted.ts';
import { cancelAfterAnswer } from './rules/e19-cancel-after-answer.ts';
import { progressOutOfOrder } from './rules/e20-progress-out-of-order.ts';
import { serverRequest } from './rules/m01-server-request.ts';
import { resultTypeMissing } from './rules/m02-result-type.ts';
import { emptyInputRequired } from './rules/m03-empty-input-required.ts';
import { inputRequiredElsewhere } from './rules/m04-input-required-elsewhere.ts';
import { undeclaredInput } from './rules/m05-undeclared-input.ts';
import { cacheHintMissing } from './rules/m06-cache-hint-missing.ts';
import { serverInfoMissing } from './rules/m07-server-info-missing.ts';
import { untaggedNotification } from './rules/m08-untagged-notification.ts';
import { unexpectedTask } from './rules/m09-unexpected-task.ts';
import { failedTaskWithoutError } from './rules/m10-failed-task-without-error.ts';
import { missingMetaAccepted } from './rules/m11-missing-meta-accepted.ts';
import { removedMethodServed } from './rules/m12-removed-method-served.ts';
import { versionErrorWithoutList } from './rules/m13-version-error-without-list.ts';
import { unsupportedVersionServed } from './rules/m14-unsupported-version-served.ts';
import { capabilityErrorInResult } from './rules/m15-capability-error-in-result.ts';
import { taskRequired } from './rules/m16-task-required.ts';
import { emptyToolError } from './rules/q01-empty-tool-error.ts';
import { noRecoveryHint } from './rules/q02-no-recovery-hint.ts';
import { textAndStructureDisagree } from './rules/q03-text-and-structure-disagree.ts';
import { reasonNotSnakeCase } from './rules/q04-reason-not-snake-case.ts';
import { shortRecoveryHint } from './rules/q05-short-recovery-hint.ts';
import { hintNotInText } from './rules/q06-hint-not-in-text.ts';
import { errorWithoutReason } from './rules/q07-error-without-reason.ts';
import { structuredErrorBreaksSchema } from './rules/q08-structured-error-breaks-schema.ts';
import { structuredResultBreaksSchema } from './rules/q09-structured-result-breaks-schema.ts';
import { errorDisguisedAsSuccess } from './rules/q10-error-disguised-as-success.ts';
import { tierCrossedInText } from './rules/q11-tier-crossed-in-text.ts';
import { rawValidatorOutput } from './rules/q12-validator-dump.ts';
import { traceLeaked } from './rules/q13-trace-leaked.ts';
import { genericText } from './rules/q14-generic-text.ts';
import { fieldsBesideContent } from './rules/q15-fields-beside-content.ts';
import { categoryPrefix } from './rules/q17-category-prefix.ts';
import { undeclaredReason } from './rules/q18-undeclared-reason.ts';
import { validationAsProtocolError } from './rules/t01-validation-as-protocol-error.ts';
import { unknownToolAsToolError } from './rules/t02-unknown-tool-as-tool-error.ts';
import { unknownTargetCode } from './rules/t03-unknown-target-code.ts';
import { exceptionAsInternalError } from './rules/t04-exception-as-internal-error.ts';
import { malformedCallAsInternalError } from './rules/t05-malformed-call-as-internal-error.ts';
import { failureHiddenInResult } from './rules/t06-failure-hidden-in-result.ts';
import { toolFailureElsewhere } from './rules/t07-tool-failure-elsewhere.ts';

/** Every rule, by family: tiers, codes, data, quality of tool errors, envelope, 2026-07-28. */
export const ALL_RULES: readonly Rule[] = [
  validationAsProtocolError,
  unknownToolAsToolError,
  unknownTargetCode,
  exceptionAsInternalError,
  malformedCallAsInternalError,
  failureHiddenInResult,
  toolFailureElsewhere,
  resourceCodeForbidden,
  urlElicitationForbidden,
  urlElicitationTooEarly,
  undefinedReservedCode,
  ambiguousCode,
  applicationCodeReserved,
  positiveCode,
  codeNotInteger,
  clientLocalCode,
  draftNumbering,
  advertisedMethodMissing,
  unknownMethodCode,
  lspCancelCode,
  codeOfLaterRevision,
  elicitationsUnusable,
  supportedVersionsMissing,
  requiredCapabilitiesMissing,
  declaredCapabilityRequired,
  resourceUriMissing,
  detailInData,
  messageMissing,
  errorNotObject,
  resultBreaksSchema,
  capabilityNotDeclared,
  declaredAndRefused,
  hiddenCharactersInName,
  emptyToolError,
  noRecoveryHint,
  textAndStructureDisagree,
  reasonNotSnakeCase,
  shortRecoveryHint,
  hintNotInText,
  errorWithoutReason,
  structuredErrorBreaksSchema,
  structuredResultBreaksSchema,
  errorDisguisedAsSuccess,
  tierCrossedInText,
  rawValidatorOutput,
  traceLeaked,
  genericText,
  fieldsBesideContent,
  categoryPrefix,
  undeclaredReason,
  resultAndError,
  versionMissing,
  nullId,
  unknownId,
  duplicateAnswer,
  idTypeChanged,
  answerAfterCancel,
  answerToNotification,
  batch,
  oneMessageALine,
  stdoutNoise,
  malformedInputSwallowed,
  requestBeforeHandshake,
  lostAtExit,
  noAnswer,
  idReused,
  handshakeLost,
  unknownRevisionAccepted,
  cancelAfterAnswer,
  progressOutOfOrder,
  serverRequest,
  resultTypeMissing,
  emptyInputRequired,
  inputRequiredElsewhere,
  undeclaredInput,
  cacheHintMissing,
  serverInfoMissing,
  untaggedNotification,
  unexpectedTask,
  failedTaskWithoutError,
  missingMetaAccepted,
  removedMethodServed,
  versionErrorWithoutList,
  unsupportedVersionServed,
  capabilityErrorInResult,
  taskRequired,
];

/** The rule of an id such as `T01`. */
export function ruleById(id: string): Rule | undefined {
  return ALL_RULES.find((rule) => rule.id === id);
}
