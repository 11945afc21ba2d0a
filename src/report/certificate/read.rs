use serde_json::Value;

use super::Certificate;

/// Why a text is no certificate that can be verified.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertificateError {
    /// It is no JSON.
    #[error("it is no certificate: {0}")]
    Json(String),
    /// It is JSON of something else.
    #[error("it is no certificate of todospec: it has no `predicate` with `todospec` in it")]
    Foreign,
    /// It is an envelope with a signature.
    #[error("it is a signed envelope, and the certificate is inside it")]
    Signed,
    /// Another version of the tool made it, in another form.
    #[error("todospec {0} made it, and this is todospec {version}", version = env!("CARGO_PKG_VERSION"))]
    Tool(String),
    /// It is not as it was written.
    #[error("it is not as todospec writes a certificate: {0}")]
    Changed(String),
}

impl CertificateError {
    /// Whether it was a certificate, and is changed.
    pub fn is_change(&self) -> bool {
        match self {
            Self::Changed(_) => true,
            Self::Json(_) | Self::Foreign | Self::Signed | Self::Tool(_) => false,
        }
    }
}

impl Certificate {
    /// Reads a certificate; a field that is not known makes it none.
    pub fn read(text: &str) -> Result<Self, CertificateError> {
        let value: Value = serde_json::from_str(text).map_err(|wrong| CertificateError::Json(wrong.to_string()))?;
        if value.get("dsseEnvelope").or(value.get("payloadType")).is_some() {
            return Err(CertificateError::Signed);
        }
        let Some(details) = value.pointer("/predicate/todospec") else { return Err(CertificateError::Foreign) };
        serde_json::from_str(text).map_err(|wrong| match details.pointer("/tool/version").and_then(Value::as_str) {
            Some(version) if version != env!("CARGO_PKG_VERSION") => CertificateError::Tool(version.to_owned()),
            Some(_) | None => CertificateError::Changed(wrong.to_string()),
        })
    }
}
