//! Answers and refusals as HTTP sees them.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use fewest::Error;
use serde_json::{Value, json};

use super::faults::faults_of;

/// An answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// A JSON document.
    Json(Value),
    /// A file.
    File {
        /// Its media type.
        content_type: &'static str,
        /// Its content.
        bytes: Vec<u8>,
    },
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        match self {
            Self::Json(value) => Json(value).into_response(),
            Self::File {
                content_type,
                bytes,
            } => ([(CONTENT_TYPE, content_type)], bytes).into_response(),
        }
    }
}

/// Why a request is not answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// The HTTP status.
    pub status: StatusCode,
    /// The reason in a sentence.
    pub message: String,
    /// What is wrong in a text, with its places, as JSON.
    pub faults: Vec<Value>,
    /// Which text that is: the name of the puzzle file, `<board>` or `<moves>`.
    pub text: Option<String>,
}

impl Refusal {
    /// A refusal with a status of its own.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            faults: Vec::new(),
            text: None,
        }
    }

    /// What is asked does not fit.
    pub(super) fn unfit(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// The refusal as JSON.
    pub fn to_json(&self) -> Value {
        json!({
            "error": {
                "status": self.status.as_u16(),
                "message": self.message,
                "text": self.text,
                "faults": self.faults,
            }
        })
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        match error {
            Error::Text(text) => Self {
                message: match text.faults() {
                    [only] => only.message.clone(),
                    [first, rest @ ..] => format!("{} (and {} more)", first.message, rest.len()),
                    [] => "the text does not fit".to_owned(),
                },
                faults: faults_of(text.text(), text.faults(), "error"),
                text: Some(text.name().to_owned()),
                ..Self::unfit("")
            },
            other => Self::unfit(other.to_string()),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.to_json())).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(RETRY_AFTER, 1.into());
        }
        response
    }
}
