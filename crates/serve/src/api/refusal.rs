//! Answers and refusals in the form that HTTP needs.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use fewest::scene::PictureError;
use fewest::{Error, ScenesError, SolveError};
use serde_json::{Value, json};

use super::faults::faults_of;

/// The content of a successful answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// A JSON document.
    Json(Value),
    /// A file.
    File {
        /// The media type of the file.
        content_type: &'static str,
        /// The content of the file.
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

/// The reason why the server does not answer a request.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// The HTTP status.
    pub status: StatusCode,
    /// The reason, as a sentence.
    pub message: String,
    /// The faults of a text, with their places, as JSON.
    pub faults: Vec<Value>,
    /// The name of the faulty text: the name of the puzzle file, `<board>` or `<moves>`.
    pub text: Option<String>,
}

impl Refusal {
    /// Makes a refusal with the given status.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            faults: Vec::new(),
            text: None,
        }
    }

    /// Makes a refusal of a request whose content is invalid.
    pub(super) fn unfit(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// The refusal in JSON.
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
            other if other.internal().is_some() => {
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, other.to_string())
            }
            other => Self::unfit(other.to_string()),
        }
    }
}

impl From<ScenesError> for Refusal {
    fn from(error: ScenesError) -> Self {
        Self::unfit(error.to_string())
    }
}

impl From<PictureError> for Refusal {
    fn from(error: PictureError) -> Self {
        Self::unfit(error.to_string())
    }
}

impl From<SolveError> for Refusal {
    fn from(error: SolveError) -> Self {
        Error::from(error).into()
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
