export {
  fillPlaceholders,
  fillUrlPlaceholders,
  findPlaceholders,
  findUrlPlaceholders,
  isSecretName,
  SECRET_NAME_MAX,
  secretPlaceholder,
} from "./placeholder.ts";
export {
  ANY_DOMAIN,
  destinationDomain,
  parseSecretDomain,
  type SecretGrant,
  secretRefusal,
} from "./secret-grant.ts";
