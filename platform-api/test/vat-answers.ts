/**
 * Answers of the VAT registers, as published.
 *
 * VIES, `GET /ms/{country}/vat/{number}`: what it answered for PL 774 000 14 54 in October 2026 (a requester gets a
 * consultation number as well), for PT 500 697 257 and FR 27 552 032 534 in September 2026. The answer without
 * `isValid` is from github.com/jofme/D365FinanceToolbox/issues/73. VIES lists its error codes in
 * ec.europa.eu/taxation_customs/vies/services/checkVatService.wsdl. Numbers are replaced by the first one.
 *
 * HMRC, "Check a UK VAT number" 2.0: the examples of `public/api/conf/2.0/application.yaml` in
 * github.com/hmrc/vat-registered-companies-api. The token and the errors of the gateway before it are from
 * developer.service.hmrc.gov.uk/api-documentation/docs: authorisation/application-restricted-endpoints and
 * reference-guide.
 */

/** VIES compares nothing, since we send no name and no address. */
const NOT_COMPARED = {
  name: '---',
  street: '---',
  postalCode: '---',
  city: '---',
  companyType: '---',
  matchName: 3,
  matchStreet: 3,
  matchPostalCode: 3,
  matchCity: 3,
  matchCompanyType: 3,
};

const viesAnswer = (userError: string) => ({
  isValid: false,
  requestDate: '2026-10-08T04:42:27.326Z',
  userError,
  name: '---',
  address: '---',
  requestIdentifier: '',
  originalVatNumber: '7740001454',
  vatNumber: '7740001454',
  viesApproximate: NOT_COMPARED,
});

const viesRefusal = (error: string) => ({ actionSucceed: false, errorWrappers: [{ error }] });

export const VIES = {
  valid: {
    ...viesAnswer('VALID'),
    isValid: true,
    name: 'ORLEN SPÓŁKA AKCYJNA',
    address: 'CHEMIKÓW 7\n09-411 PŁOCK',
    requestIdentifier: 'WAPIAAAAZ9cWmQXG',
  },
  invalid: viesAnswer('INVALID'),
  invalidInput: viesAnswer('INVALID_INPUT'),
  invalidRequester: viesAnswer('INVALID_REQUESTER_INFO'),
  busy: viesAnswer('MS_MAX_CONCURRENT_REQ'),
  memberStateDown: viesAnswer('MS_UNAVAILABLE'),
  refusal: viesRefusal('MS_MAX_CONCURRENT_REQ'),
  inputRefusal: viesRefusal('INVALID_INPUT'),
};

export const HMRC = {
  token: {
    access_token: 'QGbWG8KckncuwwD4uYXgWxF4HQvuPmrmUqKgkpQP',
    token_type: 'bearer',
    expires_in: 14_400,
    scope: 'read:vat',
  },
  valid: {
    target: {
      name: 'Credite Sberger Donal Inc.',
      vatNumber: '553557881',
      address: { line1: '131B Barton Hamlet', postcode: 'SW97 5CK', countryCode: 'GB' },
    },
    requester: '146295999727',
    consultationNumber: 'ypAeKRPlW',
    processingDate: '2019-01-31T12:53:05+00:00',
  },
  unknown: { code: 'NOT_FOUND', message: 'targetVrn does not match a registered company' },
  unknownRequester: {
    code: 'INVALID_REQUEST',
    message: 'requesterVrn does not match a registered company',
  },
  noSuchAddress: {
    code: 'MATCHING_RESOURCE_NOT_FOUND',
    message: 'A resource with the name in the request can not be found in the API',
  },
  badToken: {
    code: 'INVALID_CREDENTIALS',
    message: 'Invalid Authentication information provided',
  },
  tooMany: {
    code: 'MESSAGE_THROTTLED_OUT',
    message: 'The request for the API is throttled as you have exceeded your quota.',
  },
  broken: { code: 'INTERNAL_SERVER_ERROR', message: 'Unknown error' },
};
