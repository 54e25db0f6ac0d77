import type { CustomerDetails } from '../contract/customers.ts';
import {
  ERRORS,
  TOO_MANY_OPERATOR_FILES,
  tooManyFiles,
  type ErrorName,
} from '../contract/errors.ts';
import type { PackageName } from '../contract/limits.ts';
import type { Quote } from '../contract/pricing.ts';

/** One field that is not right, as the problem answer lists it. */
export interface FieldFault {
  field: string;
  code: string;
  message: string;
}

/**
 * Something that a person or a program may be told. Thrown anywhere, answered in one place
 * (`http/problem-answers.ts`). Status and sentences come from the contract.
 */
export class AppError extends Error {
  readonly kind: ErrorName;
  readonly status: number;
  readonly fields: FieldFault[] | undefined;
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;
  /** The limit that was met, by its name in the contract. */
  readonly limit: string | undefined;
  /** The amounts that apply now, where somebody sent others. */
  readonly quote: Quote | undefined;
  /** A customer as they are now, where somebody changed them meanwhile. */
  readonly current: CustomerDetails | undefined;

  constructor(
    kind: ErrorName,
    more: {
      fields?: FieldFault[];
      retryAfter?: number;
      limit?: string;
      quote?: Quote;
      current?: CustomerDetails;
      /** In the place of the contract's sentence, where that has numbers to fill in. */
      detail?: string;
      cause?: unknown;
    } = {},
  ) {
    super(more.detail ?? ERRORS[kind].detail, { cause: more.cause });
    this.name = 'AppError';
    this.kind = kind;
    this.status = ERRORS[kind].status;
    this.fields = more.fields;
    this.retryAfter = more.retryAfter;
    this.limit = more.limit;
    this.quote = more.quote;
    this.current = more.current;
  }
}

export const BadRequest = (cause?: unknown) => new AppError('bad_request', { cause });
export const BadJson = (fields?: FieldFault[]) => new AppError('bad_json', fields && { fields });
export const SpentToken = () => new AppError('spent_token');
export const InvalidToken = (cause?: unknown) => new AppError('invalid_token', { cause });
export const TokenExpired = () => new AppError('token_expired');
export const SessionEnded = () => new AppError('session_ended');
export const RefreshTokenReused = () => new AppError('refresh_token_reused');
export const InvalidCredentials = () => new AppError('invalid_credentials');
export const InvalidSignature = () => new AppError('invalid_signature');
export const StaleSignature = () => new AppError('stale_signature');
export const Forbidden = () => new AppError('forbidden');
export const CsrfRejected = () => new AppError('csrf_rejected');
export const NotFound = () => new AppError('not_found');
export const StationNotFound = () => new AppError('station_not_found');
export const NoStation = () => new AppError('no_station');
export const CustomerWithoutStation = () => new AppError('customer_without_station');
export const InvoiceNotFound = () => new AppError('invoice_not_found');
export const MethodNotAllowed = () => new AppError('method_not_allowed');
export const TooManyKeys = () => new AppError('too_many_keys');
export const CannotDeleteSelf = () => new AppError('cannot_delete_self');
export const ChangedMeanwhile = (current: CustomerDetails) =>
  new AppError('changed_meanwhile', { current });
export const NoEmail = () => new AppError('no_email');
export const EmailUnconfirmed = () => new AppError('email_unconfirmed');
export const EmailOfAdmin = (fields: FieldFault[]) => new AppError('email_of_admin', { fields });
export const StatusLocked = () => new AppError('status_locked');
export const PriceChanged = (quote: Quote) => new AppError('price_changed', { quote });
export const AlreadySubscribed = () => new AppError('already_subscribed');
export const NoBillingAccount = () => new AppError('no_billing_account');
export const PortalNotConfigured = () => new AppError('portal_not_configured');
export const SlugTaken = () => new AppError('slug_taken');
export const SlugUnchanged = () => new AppError('slug_unchanged');
export const SlugLimitReached = () => new AppError('slug_limit_reached');
export const SlugInvalid = () => new AppError('slug_invalid');
export const SlugReserved = () => new AppError('slug_reserved');
export const IdempotencyKeyReused = () => new AppError('idempotency_key_reused');
export const RequestInProgress = () => new AppError('request_in_progress', { retryAfter: 1 });
export const BodyTooLarge = () => new AppError('body_too_large');
export const UnsupportedMediaType = () => new AppError('unsupported_media_type');
export const FormExpected = () => new AppError('form_expected');
export const UnknownHost = () => new AppError('unknown_host');
export const ValidationFailed = (fields: FieldFault[]) =>
  new AppError('validation_failed', { fields });
export const UserAlreadyExists = () => new AppError('user_already_exists');
export const EmailInUse = (fields: FieldFault[]) => new AppError('email_in_use', { fields });
export const UrlNotAllowed = (fields: FieldFault[]) => new AppError('url_not_allowed', { fields });
export const PreconditionRequired = () => new AppError('precondition_required');
export const WeakPassword = () => new AppError('weak_password');
export const CurrentPasswordWrong = () => new AppError('current_password_wrong');
export const VatNumberInvalid = (fields: FieldFault[]) =>
  new AppError('vat_number_invalid', { fields });
export const BadMultipart = (cause?: unknown) => new AppError('bad_multipart', { cause });
export const StepUpRequired = (cause?: unknown) => new AppError('step_up_required', { cause });
export const StepUpRefused = () => new AppError('step_up_refused');
export const CommercialsNotInPackage = () => new AppError('commercials_not_in_package');
export const FeatureNotInPackage = () => new AppError('feature_not_in_package');
export const TooManyFiles = (most: number, packageName: PackageName) =>
  new AppError('too_many_files', { detail: tooManyFiles(most, packageName) });
export const TooManyOperatorFiles = () =>
  new AppError('too_many_files', { detail: TOO_MANY_OPERATOR_FILES });
export const LastAdmin = () => new AppError('last_admin');
export const LogoTooLarge = () => new AppError('logo_too_large');
export const AudioTooLarge = () => new AppError('file_too_large');
export const QuotaExceeded = () => new AppError('quota_exceeded');
export const NotAnMp3 = (cause?: unknown) => new AppError('not_an_mp3', { cause });
export const NotAPicture = (cause?: unknown) => new AppError('not_a_picture', { cause });
export const ImageTooLarge = (cause?: unknown) => new AppError('image_too_large', { cause });
export const StorageUnavailable = (cause?: unknown) =>
  new AppError('storage_unavailable', { retryAfter: 5, cause });
export const RateLimited = (limit: string, retryAfter: number) =>
  new AppError('rate_limited', { limit, retryAfter });
export const TooManyStreams = () => new AppError('too_many_streams', { retryAfter: 10 });
export const FormatNotSupported = () => new AppError('format_not_supported');
export const PaymentProviderError = (cause: unknown) =>
  new AppError('payment_provider_error', { retryAfter: 2, cause });
export const BillingProviderError = (cause: unknown) =>
  new AppError('billing_provider_error', { retryAfter: 2, cause });
export const StripeNotConfigured = (cause?: unknown) =>
  new AppError('stripe_not_configured', { retryAfter: 60, cause });
export const Busy = () => new AppError('busy', { retryAfter: 3 });
export const Unavailable = (cause?: unknown) =>
  new AppError('unavailable', { retryAfter: 2, cause });
