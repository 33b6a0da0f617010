export {
  fillPlaceholders,
  fillUrlPlaceholders,
  findPlaceholders,
  findUrlPlaceholders,
  isSecretName,
  SECRET_NAME_MAX,
} from "./placeholder.ts";
export { destinationDomain, parseSecretDomain, secretRefusal } from "./secret-grant.ts";
